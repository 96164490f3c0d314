import type { LucideIcon } from 'lucide-react'
import { Button } from '@/components/ui/button'

type IconActionProps = { label: string; icon: LucideIcon; isBusy?: boolean; onPress: () => void }

/** A small icon button with its name on hover. */
export function IconAction({ label, icon: Icon, isBusy, onPress }: IconActionProps) {
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={label}
      title={label}
      loading={isBusy ?? false}
      onClick={onPress}
    >
      <Icon aria-hidden="true" />
    </Button>
  )
}
