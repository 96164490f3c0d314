import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from '@/components/ui/cn'

const HURRY_SECONDS = 20

/** Announced only every 30 seconds, and 10 seconds before the end. */
export function Countdown({ secondsLeft }: { secondsLeft: number | null }) {
  const isSpoken = secondsLeft !== null && (secondsLeft % 30 === 0 || secondsLeft === 10)
  const isShort = secondsLeft !== null && secondsLeft <= HURRY_SECONDS
  return (
    <p
      className={cn(
        'flex items-center justify-center gap-1.5 text-sm tabular-nums',
        isShort ? 'text-warning-text' : 'text-muted-foreground',
      )}
    >
      <Timer className="size-4" aria-hidden="true" />
      <span>{secondsLeft === null ? 'Open for a short time' : `${format(secondsLeft)} left`}</span>
      <span className="sr-only" aria-live="polite">
        {isSpoken ? `${secondsLeft} seconds left` : ''}
      </span>
    </p>
  )
}

function format(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Whole seconds left; null until the component is mounted. */
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
