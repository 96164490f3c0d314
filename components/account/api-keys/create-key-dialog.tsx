'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { FormWindow, SubmitFooter, useApiForm } from '@/components/forms/api-form'
import { DialogBody, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Separator } from '@/components/ui/separator'
import { createKeyMutation } from '@/lib/account/api-keys/queries'
import type { CreateApiKeyRequest, CreatedApiKey } from '@/lib/account/api-keys/schema'
import { ExpiryField, FormError, LimitFields, ModelsField, NameField, ScopesField } from './key-fields'
import { emptyKeyForm, keyFieldOf, keyFormSchema, toCreateRequest } from './key-form'
import { KeySecret } from './key-secret'

type CreateKeyDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Receives the new key with its secret. */
  onCreated?: (created: CreatedApiKey) => void
}

export function CreateKeyDialog({ open, onOpenChange, onCreated }: CreateKeyDialogProps) {
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
        <KeySecret title="Key created" name={created.name} secret={created.key} />
      ) : (
        <CreateKeyForm
          onSubmit={async (request) => {
            const made = await create.mutateAsync(request)
            setCreated(made)
            onCreated?.(made)
          }}
          onCancel={close}
        />
      )}
    </FormWindow>
  )
}

type CreateKeyFormProps = {
  onSubmit: (request: CreateApiKeyRequest) => Promise<void>
  onCancel: () => void
}

function CreateKeyForm({ onSubmit, onCancel }: CreateKeyFormProps) {
  const { submit, ...form } = useApiForm({
    schema: keyFormSchema(),
    defaultValues: emptyKeyForm,
    fieldOf: keyFieldOf,
    send: (values) => onSubmit(toCreateRequest(values)),
  })
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
        <DialogHeader className="border-b border-line">
          <DialogTitle>Create an API key</DialogTitle>
        </DialogHeader>
        <DialogBody className="gap-5 pt-4">
          <NameField />
          <ScopesField />
          <Separator />
          <LimitFields />
          <ExpiryField />
          <Separator />
          <ModelsField />
          <FormError />
        </DialogBody>
        <SubmitFooter onCancel={onCancel} loading={form.formState.isSubmitting}>
          Create key
        </SubmitFooter>
      </form>
    </FormProvider>
  )
}
