/** Where a studio's results stand below its form, as on a phone, they are brought into sight; beside it they are already. */
export function showBelow(results: HTMLElement | null): void {
  if (results === null || results.getBoundingClientRect().top < window.innerHeight / 2) return
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  results.scrollIntoView({ behavior, block: 'start' })
}
