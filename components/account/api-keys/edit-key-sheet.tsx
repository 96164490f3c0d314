'use client'

import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'
import { SubmitFooter, useApiForm } from '@/components/forms/api-form'
import { DialogBody, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { toast } from '@/components/ui/toast'
import { setDefaultModelsMutation, updateKeyMutation } from '@/lib/account/api-keys/queries'
import type { ApiKeyRecord } from '@/lib/account/api-keys/schema'
import { ExpiryField, FormError, LimitFields, ModelsField, NameField, ScopesField } from './key-fields'
import { keyFieldOf, keyFormSchema, toDefaultModels, toKeyForm, toUpdateRequest } from './key-form'
import { DefaultModelField, RoutingFields } from './routing-fields'

type EditKeySheetProps = { apiKey: ApiKeyRecord | undefined; onClose: () => void }

export function EditKeySheet({ apiKey, onClose }: EditKeySheetProps) {
  return (
    <Sheet open={apiKey !== undefined} onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="sm:w-[34rem]" onInteractOutside={(event) => event.preventDefault()}>
        {apiKey && <EditKeyForm apiKey={apiKey} onDone={onClose} />}
      </SheetContent>
    </Sheet>
  )
}

type EditKeyFormProps = { apiKey: ApiKeyRecord; onDone: () => void }

function EditKeyForm({ apiKey, onDone }: EditKeyFormProps) {
  const before = toKeyForm(apiKey)
  const update = useMutation(updateKeyMutation())
  const setDefaults = useMutation(setDefaultModelsMutation())
  const { submit, ...form } = useApiForm({
    schema: keyFormSchema(before.expiryDate),
    defaultValues: before,
    fieldOf: keyFieldOf,
    send: async (values) => {
      const changes = toUpdateRequest(apiKey, values)
      const models = toDefaultModels(apiKey, values)
      if (Object.keys(changes).length > 0) await update.mutateAsync({ id: apiKey.id, changes })
      if (models) await setDefaults.mutateAsync({ id: apiKey.id, models })
      toast.success('Key saved', { description: values.name })
      onDone()
    },
  })
  const { isDirty, isSubmitting } = form.formState
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
        <DialogHeader className="border-b border-line">
          <DialogTitle dir="auto" className="truncate text-left" title={apiKey.name}>
            {apiKey.name}
          </DialogTitle>
          <DialogDescription className="font-mono text-xs">
            {apiKey.key_prefix}…{apiKey.last4}
          </DialogDescription>
        </DialogHeader>
        <DialogBody className="gap-0 p-0">
          <EditKeySections />
        </DialogBody>
        <SubmitFooter onCancel={onDone} disabled={!isDirty} loading={isSubmitting}>
          Save
        </SubmitFooter>
      </form>
    </FormProvider>
  )
}

function EditKeySections() {
  return (
    <div className="divide-y divide-line">
      <Section title="General">
        <NameField />
        <ScopesField />
      </Section>
      <Section title="Limits">
        <LimitFields />
        <ExpiryField />
      </Section>
      <Section title="Models">
        <ModelsField />
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <DefaultModelField name="defaultChat" label="Default for chat" modality="chat" />
          <DefaultModelField name="defaultImage" label="Default for images" modality="image" />
          <DefaultModelField name="defaultVideo" label="Default for videos" modality="video" />
        </div>
      </Section>
      <Section title="Routing">
        <RoutingFields />
        <FormError />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 px-5 py-5">
      <h3 className="text-xs font-medium text-faint">{title}</h3>
      {children}
    </section>
  )
}
