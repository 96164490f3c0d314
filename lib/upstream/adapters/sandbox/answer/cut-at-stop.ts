type Cut = { text: string; stopSequence: string | undefined }

/** The text up to the first of the stop sequences, and which that is. */
export function cutAtStop(text: string, stop: string | readonly string[] | null | undefined): Cut {
  let first: Cut = { text, stopSequence: undefined }
  for (const stopSequence of typeof stop === 'string' ? [stop] : (stop ?? [])) {
    const end = stopSequence === '' ? -1 : text.indexOf(stopSequence)
    if (end >= 0 && end < first.text.length) first = { text: text.slice(0, end), stopSequence }
  }
  return first
}
