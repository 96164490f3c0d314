import { useEffect, useState } from 'react'

/** Whole seconds until then, counted down; null before the first count in the browser. */
export function useSecondsLeft(expiresAt: string): number | null {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  useEffect(() => {
    const end = Date.parse(expiresAt)
    const count = () => setSecondsLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    count()
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [expiresAt])
  return secondsLeft
}
