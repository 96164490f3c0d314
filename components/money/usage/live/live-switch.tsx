import { StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { formatNumber } from '@/lib/client/format/number'

type LiveSwitchProps = {
  on: boolean
  onChange: (on: boolean) => void
  connected: boolean
  /** New rows that wait while the list is read. */
  held: number
  showHeld: () => void
  /** Rows that came too fast to be sent. */
  missed: number
}

/** Whether a list follows new requests, and those that it does not show. */
export function LiveSwitch({ on, onChange, connected, held, showHeld, missed }: LiveSwitchProps) {
  return (
    <span className="flex flex-wrap items-center gap-1">
      <Button
        variant="ghost"
        size="sm"
        className="w-24 justify-start"
        aria-pressed={on}
        onClick={() => onChange(!on)}
      >
        <StatusDot tone={on && connected ? 'success' : 'neutral'} className="text-inherit">
          {on ? (connected ? 'Live' : 'Connecting') : 'Paused'}
        </StatusDot>
      </Button>
      {held > 0 && (
        <Button variant="outline" size="sm" onClick={showHeld}>
          Show {formatNumber(held)} new
        </Button>
      )}
      {missed > 0 && <span className="text-xs text-faint-foreground">{formatNumber(missed)} not shown</span>}
    </span>
  )
}
