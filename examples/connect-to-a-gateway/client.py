"""Pairs with a Poundlock gateway and asks for its health: client.py URL GATEWAY_ID SETUP_CODE"""

# region client
import asyncio, base64, hashlib, json, struct, sys
import websockets
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

b64 = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
unb64 = lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
sha256 = lambda data: hashlib.sha256(data).hexdigest()

def signed_bytes(*fields):
    return b"".join(struct.pack(">I", len(field)) + field for field in (str(one).encode() for one in fields))

async def request(socket, request_id, method, params):
    await socket.send(json.dumps({"type": "request", "id": request_id, "method": method, "params": params}))
    while True:
        frame = json.loads(await socket.recv())
        if frame["type"] == "response" and frame["id"] in (request_id, None):
            if frame["ok"]:
                return frame["result"]
            sys.exit(f"{frame['error']['code']}: {frame['error']['message']}")

async def main(url, gateway_id, code):
    key, role, scopes = Ed25519PrivateKey.generate(), "operator", ["status.read"]
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    client = {"name": "python-example", "version": "1", "platform": sys.platform}
    auth = {"kind": "setup-code", "codeId": code.split("-")[0], "name": "Python example"}
    async with websockets.connect(url, compression=None) as socket:
        challenge = json.loads(await socket.recv())["data"]
        nonce, time = challenge["nonce"], challenge["time"]
        claim = signed_bytes("poundlock-gateway-connect-v1", gateway_id, nonce, sha256(public), role, len(scopes),
            *sorted(scopes), 1, 1, client["name"], client["version"], client["platform"], time, auth["kind"],
            sha256(code.encode()), auth["codeId"], auth["name"])
        device = {"id": sha256(public), "publicKey": b64(public), "signedAt": time, "signature": b64(key.sign(claim))}
        hello = await request(socket, "1", "connect", {"protocol": {"min": 1, "max": 1}, "client": client,
            "role": role, "scopes": scopes, "device": device, "auth": auth})
        gateway_key = unb64(hello["gateway"]["publicKey"])
        answer = signed_bytes("poundlock-gateway-hello-v1", sha256(gateway_key), nonce, sha256(public),
            hello["connection"], sha256(claim), hello["protocol"], hello["role"], len(hello["scopes"]),
            *sorted(hello["scopes"]), sha256(hello["token"].encode()) if "token" in hello else "")
        assert sha256(gateway_key) == gateway_id, "another gateway"
        Ed25519PublicKey.from_public_bytes(gateway_key).verify(unb64(hello["gateway"]["signature"]), answer)
        print(json.dumps(await request(socket, "2", "gateway.health", {})))

asyncio.run(main(*sys.argv[1:]))
# endregion
