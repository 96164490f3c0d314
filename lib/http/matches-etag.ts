/** Whether `If-None-Match` names what there is: the client has it already. */
export function matchesEtag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  if (condition.trim() === '*') return true
  return condition.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
