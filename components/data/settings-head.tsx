import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'

type SettingsHeadProps = { title: string; isChanged: boolean; onReset: () => void; className?: string }

/** The head of settings that can be reset. The button is never disabled, or it would lose the focus when pressed. */
export function SettingsHead({ title, isChanged, onReset, className }: SettingsHeadProps) {
  return (
    <div className={cn('flex h-7 items-center justify-between gap-3', className)}>
      <h2 className="text-sm font-medium text-foreground">{title}</h2>
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
