import { render } from 'preact'
import { GatewayLink } from './connection/gateway-link.ts'
import { registerWorker } from './offline/register-worker.ts'
import { ControlPage } from './page/control-page.tsx'

const link = new GatewayLink()
render(<ControlPage link={link} />, document.getElementById('page')!)
void link.start()
void registerWorker()
