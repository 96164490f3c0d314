const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** Failed requests of all: `2.3%`. Never rounded to none, nor to all. */
export function failedShare({
  requests,
  failed_requests,
}: {
  requests: number
  failed_requests: number
}): string {
  if (requests === 0) return '–'
  if (failed_requests > 0 && failed_requests / requests < 0.0005) return '< 0.1%'
  if (failed_requests < requests && failed_requests / requests >= 0.9995) return '> 99.9%'
  return percent.format(failed_requests / requests)
}
