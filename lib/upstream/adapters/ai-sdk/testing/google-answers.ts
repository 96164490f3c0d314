/**
 * Answers of the Gemini API, after the shapes of Google's own SDK (googleapis/js-genai `src/types.ts`) and
 * ai.google.dev/api/generate-content; errors after google.rpc.Status.
 */
const googleUsage = {
  promptTokenCount: 50,
  cachedContentTokenCount: 40,
  toolUsePromptTokenCount: 5,
  candidatesTokenCount: 20,
  thoughtsTokenCount: 7,
  totalTokenCount: 82,
}

export function googleAnswer(parts: object[], more: object = {}) {
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0, ...more }],
    usageMetadata: googleUsage,
    modelVersion: 'gemini-3.8-flash',
    responseId: 'mAitaLmkHPPlz7IPvtfUqQ4',
  }
}

export const googleCall = {
  functionCall: { name: 'get_weather', args: { city: 'Łódź' } },
  thoughtSignature: 'CtwFAVSoXO5WrT',
}

export const googleBlocked = {
  promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
  usageMetadata: { promptTokenCount: 50, totalTokenCount: 50 },
  responseId: 'mAitaLmkHPPlz7IPvtfUqQ4',
}

export function googleError(code: number, status: string, message: string, details: object[] = []) {
  return { error: { code, message, status, details } }
}

/** One record of `alt=sse`, which has the full shape of an answer. */
export function googleEvent(answer: object): string {
  return `data: ${JSON.stringify(answer)}\r\n\r\n`
}
