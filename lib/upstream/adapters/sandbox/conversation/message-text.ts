import type { SandboxMessage } from './request-schema'

/** The text of a message, whether it is written as a string or in parts. */
export function messageText({ content }: SandboxMessage): string {
  if (typeof content === 'string') return content
  const texts: string[] = []
  for (const part of content ?? []) if (typeof part.text === 'string') texts.push(part.text)
  return texts.join('\n')
}
