import { EventStreamCodec } from '@smithy/eventstream-codec'

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString(),
  (text) => Buffer.from(text),
)

/** A frame as AWS writes it. */
export function awsFrame(headers: Record<string, string>, payload: object): Buffer {
  const all = { ':content-type': 'application/json', ...headers }
  return Buffer.from(
    codec.encode({
      headers: Object.fromEntries(
        Object.entries(all).map(([name, value]) => [name, { type: 'string', value }]),
      ),
      body: Buffer.from(JSON.stringify(payload)),
    }),
  )
}

/** An event of Converse. */
export const converseEvent = (type: string, payload: object) =>
  awsFrame({ ':message-type': 'event', ':event-type': type }, payload)

/** An event of InvokeModelWithResponseStream, which holds one of the model’s maker. */
export const invokeEvent = (payload: object) =>
  awsFrame(
    { ':message-type': 'event', ':event-type': 'chunk' },
    { bytes: Buffer.from(JSON.stringify(payload)).toString('base64'), p: 'abcdef' },
  )

/**
 * Recorded from Bedrock on 2026-08-18: "Reply with exactly OK." (vercel/ai, Apache-2.0,
 * packages/amazon-bedrock/src/__fixtures__/issue-18994-live-converse-stream.json@21efb5e4).
 */
export const recordedConverse = Buffer.from(
  'AAAAtAAAAFIFAEFlCzpldmVudC10eXBlBwAMbWVzc2FnZVN0YXJ0DTpjb250ZW50LXR5cGUHABBhcHBsaWNhdGlvbi9qc29uDTptZXNzYWdlLXR5cGUHAAVldmVudHsicCI6ImFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIiLCJyb2xlIjoiYXNzaXN0YW50In2fX38tAAAAswAAAFfHSmn6CzpldmVudC10eXBlBwARY29udGVudEJsb2NrRGVsdGENOmNvbnRlbnQtdHlwZQcAEGFwcGxpY2F0aW9uL2pzb24NOm1lc3NhZ2UtdHlwZQcABWV2ZW50eyJjb250ZW50QmxvY2tJbmRleCI6MCwiZGVsdGEiOnsidGV4dCI6Ik9LIn0sInAiOiJhYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3gifXbBTlwAAAC+AAAAVz/arUsLOmV2ZW50LXR5cGUHABFjb250ZW50QmxvY2tEZWx0YQ06Y29udGVudC10eXBlBwAQYXBwbGljYXRpb24vanNvbg06bWVzc2FnZS10eXBlBwAFZXZlbnR7ImNvbnRlbnRCbG9ja0luZGV4IjowLCJkZWx0YSI6eyJ0ZXh0IjoiLiJ9LCJwIjoiYWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXpBQkNERUZHSElKIn2GXR0lAAAAhgAAAFbZjG6aCzpldmVudC10eXBlBwAQY29udGVudEJsb2NrU3RvcA06Y29udGVudC10eXBlBwAQYXBwbGljYXRpb24vanNvbg06bWVzc2FnZS10eXBlBwAFZXZlbnR7ImNvbnRlbnRCbG9ja0luZGV4IjowLCJwIjoiYWIiffM4iiAAAADZAAAAUf2royMLOmV2ZW50LXR5cGUHAAttZXNzYWdlU3RvcA06Y29udGVudC10eXBlBwAQYXBwbGljYXRpb24vanNvbg06bWVzc2FnZS10eXBlBwAFZXZlbnR7ImFkZGl0aW9uYWxNb2RlbFJlc3BvbnNlRmllbGRzIjp7ImRlbHRhIjp7InN0b3Bfc2VxdWVuY2UiOm51bGx9fSwicCI6ImFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3Iiwic3RvcFJlYXNvbiI6ImVuZF90dXJuIn0g4kjQAAABAQAAAE4CeknrCzpldmVudC10eXBlBwAIbWV0YWRhdGENOmNvbnRlbnQtdHlwZQcAEGFwcGxpY2F0aW9uL2pzb24NOm1lc3NhZ2UtdHlwZQcABWV2ZW50eyJtZXRyaWNzIjp7ImxhdGVuY3lNcyI6ODAyfSwicCI6ImFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6QUJDREVGR0hJSktMTU5PUFFSUyIsInVzYWdlIjp7ImlucHV0VG9rZW5zIjoxMiwib3V0cHV0VG9rZW5zIjo1LCJzZXJ2ZXJUb29sVXNhZ2UiOnt9LCJ0b3RhbFRva2VucyI6MTd9fa0jZVA=',
  'base64',
)

/** Recorded too (…/model-stream-error-exception.eventstream.base64.txt@5f264fa2). */
export const recordedException = Buffer.from(
  'AAAA3QAAAGfHkZB6DTptZXNzYWdlLXR5cGUHAAlleGNlcHRpb24POmV4Y2VwdGlvbi10eXBlBwAZbW9kZWxTdHJlYW1FcnJvckV4Y2VwdGlvbg06Y29udGVudC10eXBlBwAQYXBwbGljYXRpb24vanNvbnsibWVzc2FnZSI6Ik1vZGVsIFN0cmVhbSBFcnJvciIsIm9yaWdpbmFsU3RhdHVzQ29kZSI6NTAwLCJvcmlnaW5hbE1lc3NhZ2UiOiJUaGUgbW9kZWwgc3RyZWFtIGZhaWxlZC4ifVczQxM=',
  'base64',
)
