import { X } from 'lucide-react'
import { useState } from 'react'
import { Input } from '@/components/ui/input'
import { ParameterRow } from './parameter-row'
import type { Support } from './use-settings'

const maxStops = 4

type StopRowProps = { stops: readonly string[]; support: Support; onChange: (stops: string[]) => void }

export function StopRow({ stops, support, onChange }: StopRowProps) {
  const [typed, setTyped] = useState('')
  const full = stops.length >= maxStops

  function add() {
    // Spaces and line breaks can be stop sequences; only the empty one cannot.
    const stop = typed.replaceAll('\\n', '\n')
    setTyped('')
    if (stop !== '' && !stops.includes(stop) && !full) onChange([...stops, stop])
  }

  return (
    <ParameterRow label="Stop sequences" support={support}>
      {(control) => (
        <>
          <Input
            {...control}
            disabled={control.disabled || full}
            placeholder={full ? `${maxStops} at most` : 'Type one, then Enter; \\n is a line break'}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              add()
            }}
            // After the click that took the focus away: what it was meant for must not move before it lands.
            onBlur={() => setTimeout(add, 200)}
          />
          {stops.length > 0 && (
            <ul className="mt-1 flex flex-wrap gap-1">
              {stops.map((stop) => (
                <StopItem
                  key={stop}
                  stop={stop}
                  onRemove={() => onChange(stops.filter((other) => other !== stop))}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </ParameterRow>
  )
}

function StopItem({ stop, onRemove }: { stop: string; onRemove: () => void }) {
  return (
    <li className="flex h-6 max-w-full items-center gap-1 rounded-sm border border-line bg-sunken pl-1.5 font-mono text-xs">
      <span className="truncate">{JSON.stringify(stop).slice(1, -1)}</span>
      <button
        type="button"
        aria-label={`Remove stop sequence ${stop}`}
        onClick={onRemove}
        className="grid size-6 place-items-center rounded-sm text-faint hover:text-ink"
      >
        <X className="size-3" aria-hidden="true" />
      </button>
    </li>
  )
}
