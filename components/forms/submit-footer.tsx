import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'

type SubmitFooterProps = {
  onCancel: () => void
  variant?: 'primary' | 'danger'
  disabled?: boolean
  loading: boolean
  /** What is done, as the button says it. */
  children: ReactNode
}

/** The foot of a form in a dialog. */
export function SubmitFooter(props: SubmitFooterProps) {
  const { onCancel, variant = 'primary', disabled = false, loading, children } = props
  return (
    <DialogFooter>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant={variant} disabled={disabled} loading={loading}>
        {children}
      </Button>
    </DialogFooter>
  )
}
