'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import { Choice } from '@/components/forms/choice'
import { LinkLength, NewLink, OpenLinks } from '@/components/forms/share-link'
import { useApiForm } from '@/components/forms/use-api-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { formatDateTime } from '@/lib/client/format/time'
import { createShareMutation, revokeShareMutation, sharesQuery } from '@/lib/media/shares/queries'
import { MOST_SHARED, type Share, ShareOptions } from '@/lib/media/shares/schema'

type ShareResultProps = {
  taskId: string
  /** The number of the image in its task, from 1. */
  picture: number
}

type ShareDialogProps = {
  /** A folder, or results without a title. */
  results: { title?: string; task_ids: readonly string[] } | null
  onClose: () => void
}

/** Shares several results: of a folder as it is now, what is added later is not shown. */
export function ShareDialog({ results, onClose }: ShareDialogProps) {
  const isFolder = results?.title !== undefined
  return (
    <Dialog open={results !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Share {results?.title ?? 'selected results'}</DialogTitle>
          <DialogDescription>
            {isFolder
              ? `The link shows the ${MOST_SHARED} images and videos that were added last, without what you add later.`
              : 'The link shows all images and videos of the selected tasks.'}
          </DialogDescription>
        </DialogHeader>
        <DialogBody>
          {results && (
            <ShareForm what={{ ...results, task_ids: results.task_ids.slice(0, MOST_SHARED) }}>
              <OpenShares isOfThese={({ title }) => title === (results.title ?? null)} />
            </ShareForm>
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

/** Creates, lists and revokes links that show one result to people without an account. */
export function ShareResult({ taskId, picture }: ShareResultProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="col-span-2 flex basis-full flex-col gap-3">
      <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Share2 aria-hidden="true" />
        Share
      </Button>
      {isOpen && (
        <ShareForm what={{ task_id: taskId, picture }}>
          <OpenShares taskId={taskId} isOfThese={(share) => share.picture === picture} />
        </ShareForm>
      )}
    </div>
  )
}

/** What is shared; below the form, its open links. */
type ShareFormProps = {
  what: { task_id: string; picture: number } | { task_ids: string[]; title?: string }
  children: ReactNode
}

function ShareForm({ what, children }: ShareFormProps) {
  const create = useMutation(createShareMutation())
  const { control, submit, formState } = useApiForm({
    schema: ShareOptions,
    defaultValues: { hours: 24, show_prompt: false },
    send: (fields) => create.mutateAsync({ ...what, ...fields }),
  })
  const { field: hours } = useController({ control, name: 'hours' })
  const { field: showsPrompt } = useController({ control, name: 'show_prompt' })
  const { errors, isSubmitting } = formState
  return (
    <form
      aria-label="Share"
      onSubmit={submit}
      className="flex flex-col gap-3 rounded-md border border-border bg-muted p-3 text-sm"
    >
      <LinkLength hours={hours.value} onChange={hours.onChange} />
      <Choice
        label={'task_ids' in what ? 'Include the prompts' : 'Include the prompt'}
        checked={showsPrompt.value === true}
        onCheckedChange={showsPrompt.onChange}
      />
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <Button type="submit" variant="default" loading={isSubmitting}>
        Create link
      </Button>
      {create.data && <NewLink url={create.data.url} />}
      {children}
    </form>
  )
}

type OpenSharesProps = {
  /** Undefined: of several. */
  taskId?: string
  isOfThese: (share: Share) => boolean
}

function OpenShares({ taskId, isOfThese }: OpenSharesProps) {
  const { data } = useQuery(sharesQuery(taskId))
  const revoke = useMutation(revokeShareMutation())
  const links = data
    ?.filter((share) => (share.task_id ?? undefined) === taskId && isOfThese(share))
    .map(({ id, expires_at, shows_prompt, task_ids, title }) => {
      const ofSelected = title === null && task_ids.length > 0 && `${task_ids.length} selected`
      const facts = [
        `Expires ${formatDateTime(expires_at)}`,
        ofSelected,
        shows_prompt && 'includes the prompt',
      ]
      return { id, note: facts.filter(Boolean).join(', ') }
    })
  return <OpenLinks links={links ?? []} revoke={revoke} />
}
