import type { CodeLanguage } from '@/components/ui/highlight'

type VerificationSample = {
  id: string
  name: string
  language: CodeLanguage
  /** Shown below the code. */
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

const shell = `# ID, TIMESTAMP: the headers webhook-id and webhook-timestamp. body.json: the raw body.
KEY=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \\n')
{ printf '%s.%s.' "$ID" "$TIMESTAMP"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64
# Prints the part after "v1," in webhook-signature. To test your server, send it a signed request:
curl https://example.com/webhooks --data-binary @body.json -H "content-type: application/json" \\
  -H "webhook-id: $ID" -H "webhook-timestamp: $TIMESTAMP" -H "webhook-signature: $SIGNATURE"`

export const verificationSamples: readonly VerificationSample[] = [
  {
    id: 'node',
    name: 'Node',
    language: 'typescript',
    note: 'npm install standardwebhooks. Verify the raw body before you parse it.',
    code: node,
  },
  {
    id: 'python',
    name: 'Python',
    language: 'python',
    note: 'pip install standardwebhooks flask. Verify the raw body before you parse it.',
    code: python,
  },
  {
    id: 'shell',
    name: 'curl and openssl',
    language: 'bash',
    note: 'During a rotation, webhook-signature holds several signatures separated by spaces; one of them must match. Reject timestamps more than five minutes off.',
    code: shell,
  },
]
