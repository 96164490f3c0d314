'use client'

import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { ConnectCreated } from '@/components/account/clients/connect'
import { FormWindow, SubmitFooter } from '@/components/forms/api-form'
import { OptionField } from '@/components/forms/option-select'
import { useApiForm } from '@/components/forms/use-api-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Separator } from '@/components/ui/separator'
import { ShownOnce } from '@/components/ui/shown-once'
import { toast } from '@/components/ui/toast'
import {
  createKeyMutation,
  dropContentsMutation,
  keepContentsMutation,
  rotateKeyMutation,
} from '@/lib/account/api-keys/queries'
import type { ApiKeyRecord, CreateApiKeyRequest, CreatedApiKey } from '@/lib/account/api-keys/schema'
import { formatDateTime } from '@/lib/client/format/time'
import {
  ExpiryField,
  FormError,
  LimitFields,
  type Me,
  ModelsField,
  NameField,
  NetworksField,
  PlaceFields,
  ScopesField,
} from './key-fields'
import { emptyKeyForm, keyFieldOf, keyFormSchema, toCreateRequest } from './key-form'

type CreateKeyDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  me: Me
}

export function CreateKeyDialog({ open, onOpenChange, me }: CreateKeyDialogProps) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const create = useMutation(createKeyMutation())
  const close = () => {
    // Only the pending response contains the secret.
    if (create.isPending) return
    onOpenChange(false)
    setCreated(null)
    create.reset()
  }
  return (
    <FormWindow
      open={open}
      onClose={close}
      className="sm:max-w-xl"
      {...(created ? {} : { 'aria-describedby': undefined })}
    >
      {created ? (
        <KeySecret title="Key created" name={created.name} secret={created.key}>
          {created.scopes.includes('inference') && (
            <section aria-label="Connect a client" className="shrink-0 rounded-lg border border-border">
              <ConnectCreated created={created} />
            </section>
          )}
        </KeySecret>
      ) : (
        <CreateKeyForm
          me={me}
          onSubmit={async (request) => {
            setCreated(await create.mutateAsync(request))
          }}
          onCancel={close}
        />
      )}
    </FormWindow>
  )
}

type CreateKeyFormProps = {
  me: Me
  onSubmit: (request: CreateApiKeyRequest) => Promise<void>
  onCancel: () => void
}

function CreateKeyForm({ me, onSubmit, onCancel }: CreateKeyFormProps) {
  const { submit, ...form } = useApiForm({
    schema: keyFormSchema(),
    defaultValues: emptyKeyForm,
    fieldOf: keyFieldOf,
    send: (values) => onSubmit(toCreateRequest(values)),
  })
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
        <DialogHeader className="border-b border-border">
          <DialogTitle>Create an API key</DialogTitle>
        </DialogHeader>
        <DialogBody className="gap-5 pt-4">
          <NameField />
          <PlaceFields me={me} />
          <ScopesField isOperator={me.isOperator} />
          <Separator />
          <LimitFields />
          <ExpiryField />
          <Separator />
          <ModelsField />
          <NetworksField />
          <FormError />
        </DialogBody>
        <SubmitFooter onCancel={onCancel} loading={form.formState.isSubmitting}>
          Create key
        </SubmitFooter>
      </form>
    </FormProvider>
  )
}

type KeySecretProps = { title: string; name: string; secret: string; children: ReactNode }

function KeySecret({ title, name, secret, children }: KeySecretProps) {
  return (
    <ShownOnce
      title={title}
      name={name}
      value={secret}
      what="key"
      testId="key-secret"
      advice="Store it somewhere safe. Only a hash is kept here: a lost key can be replaced, but not recovered."
    >
      {children}
    </ShownOnce>
  )
}

const graces = [
  { value: '0', label: 'Stops working immediately', note: 'All old secrets have stopped working.' },
  { value: '3600', label: 'Works for 1 more hour', note: 'The old secret works for 1 more hour.' },
  { value: '86400', label: 'Works for 1 more day', note: 'The old secret works for 1 more day.' },
  { value: '604800', label: 'Works for 1 more week', note: 'The old secret works for 1 more week.' },
] as const

type Grace = (typeof graces)[number]['value']

type RotateKeyDialogProps = { apiKey: ApiKeyRecord | undefined; onClose: () => void }

export function RotateKeyDialog({ apiKey, onClose }: RotateKeyDialogProps) {
  const rotate = useMutation(rotateKeyMutation())
  const close = () => {
    // Only the pending response contains the secret.
    if (rotate.isPending) return
    onClose()
    rotate.reset()
  }
  return (
    <Dialog open={apiKey !== undefined} onOpenChange={(open) => !open && close()}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()}>
        {apiKey && <RotateKey apiKey={apiKey} rotate={rotate} />}
      </DialogContent>
    </Dialog>
  )
}

type RotateKeyProps = {
  apiKey: ApiKeyRecord
  rotate: UseMutationResult<CreatedApiKey, Error, { id: string; graceSeconds: number }>
}

function RotateKey({ apiKey, rotate }: RotateKeyProps) {
  const [grace, setGrace] = useState<Grace>('3600')
  const note = graces.find(({ value }) => value === grace)?.note ?? ''
  if (rotate.data)
    return (
      <KeySecret title="Key rotated" name={apiKey.name} secret={rotate.data.key}>
        <p className="text-sm text-muted-foreground">{note}</p>
      </KeySecret>
    )
  return (
    <>
      <DialogHeader>
        <DialogTitle>Rotate key</DialogTitle>
        <DialogDescription>
          Creates a new secret for “<span className="break-words">{apiKey.name}</span>”. Settings, limits and
          spend stay the same.
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        <OptionField label="Old secret" options={graces} value={grace} onValueChange={setGrace} />
        {rotate.error && <Alert tone="danger">{rotate.error.message}</Alert>}
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button
          variant="default"
          loading={rotate.isPending}
          onClick={() => rotate.mutate({ id: apiKey.id, graceSeconds: Number(grace) })}
        >
          Rotate key
        </Button>
      </DialogFooter>
    </>
  )
}

const terms = [1, 3, 7, 14, 30].map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : `${days} days`,
}))

type ContentsDialogProps = { apiKey: ApiKeyRecord | undefined; onClose: () => void }

/** Whether the requests and responses of a key are kept, and until when. */
export function ContentsDialog({ apiKey, onClose }: ContentsDialogProps) {
  return (
    <Dialog open={apiKey !== undefined} onOpenChange={(open) => !open && onClose()}>
      <DialogContent>{apiKey && <Contents apiKey={apiKey} onClose={onClose} />}</DialogContent>
    </Dialog>
  )
}

function Contents({
  apiKey: { id, name, contents_until: until },
  onClose,
}: ContentsDialogProps & { apiKey: ApiKeyRecord }) {
  const keep = useMutation(keepContentsMutation())
  const drop = useMutation(dropContentsMutation())
  const [days, setDays] = useState('7')
  const done = (message: string) => ({
    onSuccess: () => {
      toast.success(message, { description: name })
      onClose()
    },
  })
  const error = keep.error ?? drop.error
  return (
    <>
      <DialogHeader>
        <DialogTitle>Keep request contents</DialogTitle>
        <DialogDescription>
          Requests made with “<span className="break-words">{name}</span>” and their responses are stored
          encrypted, without media, and shown with the request in Usage. Only you can read them, in the
          console. They are deleted when the period ends.
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        {until && <Alert tone="warning">On until {formatDateTime(until)}.</Alert>}
        <OptionField label="Keep for" options={terms} value={days} onValueChange={setDays} />
        {error && <Alert tone="danger">{error.message}</Alert>}
      </DialogBody>
      <DialogFooter>
        {until ? (
          <Button
            variant="destructive-outline"
            loading={drop.isPending}
            onClick={() => drop.mutate(id, done('Request contents turned off and deleted'))}
          >
            Turn off and delete
          </Button>
        ) : (
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        )}
        <Button
          variant="default"
          loading={keep.isPending}
          onClick={() => keep.mutate({ id, days: Number(days) }, done('Request contents turned on'))}
        >
          {until ? 'Update' : 'Turn on'}
        </Button>
      </DialogFooter>
    </>
  )
}
