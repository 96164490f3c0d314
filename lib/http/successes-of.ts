import type { Route } from './route'

const JSON_TYPE = 'application/json'

/** The statuses below 400 that a route answers, each with the media types that its body may have; none: no body. */
export function successesOf({
  declaration,
}: Pick<Route, 'declaration'>): ReadonlyMap<number, readonly string[]> {
  const { status = 200, reply, alsoReplies = [], file, isRedirect, sharedForSeconds, page } = declaration
  if (isRedirect) return new Map([[303, []]])
  const successes = new Map<number, readonly string[]>()
  successes.set(status, file ?? [...(reply ? [JSON_TYPE] : []), ...alsoReplies])
  if (file) successes.set(206, file)
  if (file ?? sharedForSeconds !== undefined) successes.set(304, [])
  if (page) successes.set(307, [])
  return successes
}
