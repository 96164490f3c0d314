/**
 * Ark reads settings out of the words (`--rs 1080p --dur 12`) and lets them win over the fields that were checked and
 * priced. With a dash in place of the hyphens they are words and nothing more.
 */
export function neutraliseFlags(prompt: string): string {
  return prompt.replace(/-{2,}(?=\s*[\p{L}\d])/gu, '–')
}
