const names: Readonly<Record<string, string>> = {
  '1h': 'hour',
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
}

/** A window in words, as in “the last 7 days”. */
export function nameWindow(window: string): string {
  return names[window] ?? window
}
