import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { useRetryKey } from '@/components/studio/use-retry-key'
import { createVideoMutation } from '@/lib/videos/queries'
import type { CreateVideoBody } from '@/lib/videos/schema'

type SubmitEvents = { onStarted?: () => void; onFailure?: (message: string) => void }

/** Starts a task. */
export function useSubmit() {
  const create = useMutation(createVideoMutation())
  const retry = useRetryKey()

  function submit(body: CreateVideoBody, { onStarted, onFailure }: SubmitEvents = {}): void {
    create.mutate(
      { body, idempotencyKey: retry.keyOf(body) },
      {
        onSuccess: () => {
          retry.forget()
          toast.success('Queued')
          onStarted?.()
        },
        onError: ({ message }) => onFailure?.(message),
      },
    )
  }

  return { submit, isBusy: create.isPending, problem: create.error }
}
