import type { LucideIcon } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Tooltip } from '@/components/ui/tooltip'

type MessageButtonProps = { label: string; icon: LucideIcon; onClick: () => void; disabled?: boolean }

/** One of the small actions under a message. */
export function MessageButton({ label, icon: Icon, onClick, disabled = false }: MessageButtonProps) {
  return (
    <Tooltip content={label}>
      <Button variant="ghost" size="icon-sm" aria-label={label} onClick={onClick} disabled={disabled}>
        <Icon aria-hidden="true" />
      </Button>
    </Tooltip>
  )
}
