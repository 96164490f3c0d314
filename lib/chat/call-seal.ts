/** How the seal on a call of Google's is told from other vendors' seals on thoughts. */
export const CALL_SEAL_FORMAT = 'google-gemini-v1'

/** The place of a call's seal in chat: Google's own, in its OpenAI-compatible answers. Nothing without one. */
export function sealOfCall(signature: string | undefined): {
  extra_content?: { google: { thought_signature: string } }
} {
  return signature ? { extra_content: { google: { thought_signature: signature } } } : {}
}
