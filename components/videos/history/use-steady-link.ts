import { useState } from 'react'

/**
 * Links are signed anew at every read, and a new one would begin the video again: the first one stays until it fails or
 * leads somewhere else.
 */
export function useSteadyLink(url: string): { link: string; renew: () => void } {
  const [link, setLink] = useState(url)
  const isSame = pathOf(link) === pathOf(url)
  if (!isSame) setLink(url)
  return { link: isSame ? link : url, renew: () => setLink(url) }
}

function pathOf(link: string): string {
  return link.split('?', 1)[0] ?? link
}
