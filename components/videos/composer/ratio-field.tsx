import { Sparkles } from 'lucide-react'
import { cn } from '@/components/ui/cn'
import type { VideoRecord } from '@/lib/videos/schema'

type Ratio = VideoRecord['ratio']
type RatioFieldProps = { value: Ratio; ratios: readonly Ratio[]; onChange: (ratio: Ratio) => void }

const ICON_SIDE = 18

export function RatioField({ value, ratios, onChange }: RatioFieldProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink">Ratio</legend>
      <div className="grid grid-cols-4 gap-1.5">
        {ratios.map((ratio) => (
          <label
            key={ratio}
            className={cn(
              'relative flex h-14 cursor-pointer flex-col items-center justify-center gap-1 rounded-md border text-xs has-focus-visible:outline-2 has-focus-visible:outline-accent',
              ratio === value
                ? 'border-accent bg-accent-soft text-ink'
                : 'border-line text-muted hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name="ratio"
              className="sr-only"
              checked={ratio === value}
              onChange={() => onChange(ratio)}
            />
            <span className="grid h-5 place-items-center" aria-hidden="true">
              <RatioIcon ratio={ratio} />
            </span>
            {ratio === 'adaptive' ? 'Auto' : ratio}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function RatioIcon({ ratio }: { ratio: Ratio }) {
  const [width = 0, height = 0] = ratio.split(':').map(Number)
  if (!(width > 0 && height > 0)) return <Sparkles className="size-4" />
  const scale = ICON_SIDE / Math.max(width, height)
  return (
    <span
      className="rounded-[2px] border border-current"
      style={{ width: width * scale, height: height * scale }}
    />
  )
}
