import { render } from 'preact'
import { GatewayLink } from './connection/gateway-link.ts'
import { registerWorker } from './offline/register-worker.ts'
import { ControlPage } from './page/control-page.tsx'
import { takePairingLinks } from './pairing/pairing-link.ts'

takePairingLinks()
const link = new GatewayLink()
render(<ControlPage link={link} />, document.getElementById('page')!)
void link.start()
void registerWorker()
