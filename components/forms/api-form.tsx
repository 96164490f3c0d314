import type { ComponentProps, FormEventHandler, ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'

type SubmitFooterProps = {
  onCancel: () => void
  variant?: 'default' | 'destructive'
  disabled?: boolean
  loading: boolean
  /** The label of the button. */
  children: ReactNode
}

/** The footer of a form in a dialog. */
export function SubmitFooter(props: SubmitFooterProps) {
  const { onCancel, variant = 'default', disabled = false, loading, children } = props
  return (
    <DialogFooter>
      <Button variant="outline" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant={variant} disabled={disabled} loading={loading}>
        {children}
      </Button>
    </DialogFooter>
  )
}

type FormWindowProps = ComponentProps<typeof DialogContent> & { open: boolean; onClose: () => void }

/** A dialog that a click outside does not close: what was typed would be lost. */
export function FormWindow({ open, onClose, ...content }: FormWindowProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()} {...content} />
    </Dialog>
  )
}

type DialogFormProps = Omit<SubmitFooterProps, 'loading'> & {
  form: {
    submit: FormEventHandler
    formState: { errors: { root?: { message?: string } }; isSubmitting: boolean }
  }
  title: ReactNode
  description?: ReactNode
  /** The label of the button. */
  action: ReactNode
}

/** A form that fills a dialog. */
export function DialogForm(props: DialogFormProps) {
  const { form, title, description, action, children, ...footer } = props
  const { errors, isSubmitting } = form.formState
  return (
    <form onSubmit={form.submit} noValidate className="flex min-h-0 flex-col">
      <DialogHeader>
        <DialogTitle>{title}</DialogTitle>
        {description && <DialogDescription>{description}</DialogDescription>}
      </DialogHeader>
      <DialogBody>
        {children}
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      </DialogBody>
      <SubmitFooter {...footer} loading={isSubmitting}>
        {action}
      </SubmitFooter>
    </form>
  )
}
