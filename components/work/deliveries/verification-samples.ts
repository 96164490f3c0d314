import type { CodeLanguage } from '@/components/ui/highlight'

type VerificationSample = {
  id: string
  name: string
  language: CodeLanguage
  /** What to know before running it. */
  note: string
  code: string
}

const node = `import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  try {
    const event = webhook.verify(body, request.headers)
    console.log(event.type, event.data)
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
}).listen(8080)`

const python = `import os
from flask import Flask, request
from standardwebhooks import Webhook, WebhookVerificationError

app = Flask(__name__)
webhook = Webhook(os.environ["WEBHOOK_SECRET"])

@app.post("/webhooks")
def receive():
    try:
        event = webhook.verify(request.get_data(as_text=True), dict(request.headers))
    except WebhookVerificationError:
        return "", 400
    print(event["type"], event["data"])
    return "", 204`

const shell = `# ID, TIMESTAMP: the headers webhook-id and webhook-timestamp. body.json: the body, byte for byte.
KEY=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \\n')
{ printf '%s.%s.' "$ID" "$TIMESTAMP"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64
# Prints what stands behind "v1," in webhook-signature. Send it to your own server to try it:
curl https://example.com/webhooks --data-binary @body.json -H "content-type: application/json" \\
  -H "webhook-id: $ID" -H "webhook-timestamp: $TIMESTAMP" -H "webhook-signature: $SIGNATURE"`

export const verificationSamples: readonly VerificationSample[] = [
  {
    id: 'node',
    name: 'Node',
    language: 'typescript',
    note: 'npm install standardwebhooks. Verify the body as it came, before anything parses it.',
    code: node,
  },
  {
    id: 'python',
    name: 'Python',
    language: 'python',
    note: 'pip install standardwebhooks flask. Verify the body as it came, before anything parses it.',
    code: python,
  },
  {
    id: 'shell',
    name: 'curl and openssl',
    language: 'bash',
    note: 'While a rotation lasts, webhook-signature holds two signatures, separated by a space; one of them must fit. Refuse timestamps that are more than five minutes off.',
    code: shell,
  },
]
