/** Whether a text can be a task's id at all; anything else need not be looked for. */
export function isTaskId(text: string): boolean {
  return /^vgen_[0-9a-hjkmnp-tv-z]{26}$/.test(text)
}
