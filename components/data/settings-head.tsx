import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'

type SettingsHeadProps = { title: string; isChanged: boolean; onReset: () => void; className?: string }

/** Heads settings that can go back to what is usual. Pressed, the button keeps the focus, or the keyboard would lose its place. */
export function SettingsHead({ title, isChanged, onReset, className }: SettingsHeadProps) {
  return (
    <div className={cn('flex h-7 items-center justify-between gap-3', className)}>
      <h2 className="text-sm font-medium text-ink">{title}</h2>
      <Button
        variant="ghost"
        size="sm"
        className="-mr-2.5"
        aria-label={`Reset ${title.toLowerCase()}`}
        aria-disabled={!isChanged}
        onClick={isChanged ? onReset : undefined}
      >
        Reset
      </Button>
    </div>
  )
}
