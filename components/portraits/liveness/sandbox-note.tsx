import { Alert } from '@/components/ui/alert'

/** In plain words, so that nobody takes it for a check. */
export function SandboxNote() {
  return (
    <Alert tone="warning" title="This is a sandbox">
      No real check is made: nobody compares the picture with a living person. You decide whether it passes.
    </Alert>
  )
}
