/**
 * How providers' keys look, by provider. Where several fit, the operator says which it is: a key is never sent to a provider
 * that it may not be of. Prefixes are those of the providers' documentation and of public secret scanners (gitleaks, MIT).
 */
const shapes: readonly (readonly [provider: string, shape: RegExp])[] = [
  ['openai', /^sk-(?:proj|svcacct|None)-|^sk-\w{20}T3BlbkFJ\w{20}$/],
  ['anthropic', /^sk-ant-api/],
  ['openrouter', /^sk-or-/],
  ['google', /^AIza[\w-]{35}$/],
  ['xai', /^xai-/],
  ['groq', /^gsk_/],
  ['replicate', /^r8_/],
  ['perplexity', /^pplx-/],
  ['cerebras', /^csk-/],
  ['fireworks', /^fw_/],
  ['together', /^tgp_v1_|^[\da-f]{64}$/],
  ['voyage', /^pa-[\w-]{40,}$/],
  ['jina', /^jina_/],
  ['runway', /^key_[\da-f]{128}$/],
  ['elevenlabs', /^sk_[\da-f]{48}$/],
  ['fal', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}:[\da-f]{32}$/],
  ['zai', /^[\da-f]{32}\.\w{16}$/],
  ['minimax', /^sk-api-|^eyJ[\w-]+\.[\w-]+\.[\w-]+$/],
  // OpenAI's look without a project: short ones of hex digits are DeepSeek's and Alibaba's, longer ones Moonshot's.
  ['deepseek', /^sk-[\da-f]{32}$/],
  ['alibaba', /^sk-[\da-f]{32}$/],
  ['moonshotai', /^sk-(?!.{20}T3BlbkFJ)[A-Za-z\d]{48}$/],
  ['openai', /^sk-[A-Za-z\d]{48}$/],
  ['mistral', /^[A-Za-z\d]{32}$/],
  ['deepinfra', /^[A-Za-z\d]{32}$/],
  ['cohere', /^[A-Za-z\d]{40}$/],
  ['volcengine', /^(?:ark-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:-\w+)?$/],
  ['byteplus', /^(?:ark-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:-\w+)?$/],
]

/** The ids of the providers whose keys look like this one; none if it looks like nobody's. */
export function providersOfKey(key: string): string[] {
  const text = key.trim()
  return [...new Set(shapes.filter(([, shape]) => shape.test(text)).map(([provider]) => provider))]
}
