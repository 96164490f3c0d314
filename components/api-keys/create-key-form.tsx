'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogFooter, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Separator } from '@/components/ui/separator'
import type { CreateApiKeyRequest } from '@/lib/api-keys/schema'
import { ExpiryField } from './fields/expiry-field'
import { LimitFields } from './fields/limit-fields'
import { ModelsField } from './fields/models-field'
import { NameField } from './fields/name-field'
import { ScopesField } from './fields/scopes-field'
import { FormError } from './form-error'
import { emptyKeyForm, type KeyForm, keyFormSchema } from './key-form'
import { toCreateRequest } from './key-form-request'
import { showKeyFormError } from './show-key-form-error'

type CreateKeyFormProps = {
  onSubmit: (request: CreateApiKeyRequest) => Promise<void>
  onCancel: () => void
}

export function CreateKeyForm({ onSubmit, onCancel }: CreateKeyFormProps) {
  const form = useForm<KeyForm>({ resolver: zodResolver(keyFormSchema()), defaultValues: emptyKeyForm })
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(toCreateRequest(values))
    } catch (error) {
      if (error instanceof Error) showKeyFormError(error, form.setError)
    }
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
        <DialogFooter>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" loading={form.formState.isSubmitting}>
            Create key
          </Button>
        </DialogFooter>
      </form>
    </FormProvider>
  )
}
