'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useController } from 'react-hook-form'
import { z } from 'zod'
import { currentPassword, Proof, TypedOwnEmail } from '@/components/account/settings/account-dialogs'
import { DialogForm, FormWindow } from '@/components/forms/api-form'
import { OptionField } from '@/components/forms/option-select'
import {
  SpendLimitFields,
  spendFieldOf,
  spendFields,
  spendSettings,
  toSpendForm,
} from '@/components/forms/spend-limit'
import { FormText } from '@/components/forms/text-field'
import { maxCharacters, useApiForm } from '@/components/forms/use-api-form'
import { Alert } from '@/components/ui/alert'
import { ShownOnce } from '@/components/ui/shown-once'
import { toast } from '@/components/ui/toast'
import { type Profile, typedEmail } from '@/lib/account/identity/schema'
import {
  createOrganizationMutation,
  deleteOrganizationMutation,
  inviteMutation,
  switchOrganizationMutation,
} from '@/lib/account/organizations/queries'
import type { NewInvitation, Organization } from '@/lib/account/organizations/schema'
import { paths } from '@/lib/client/paths'
import { inviteRoles, roleLabels } from './role-labels'

type WindowProps = { open: boolean; onDone: () => void }

type Limit = Pick<Organization, 'limit_usd' | 'limit_reset'>
type LimitFormProps = {
  /** Whose limit it is. */
  name: string
  limit: Limit
  onSave: (limit: Limit) => Promise<unknown>
  onDone: () => void
}

/** The spending limit of a member or of the organization. */
export function LimitForm({ name, limit, onSave, onDone }: LimitFormProps) {
  const { submit, ...form } = useApiForm({
    schema: z.object(spendFields),
    defaultValues: limit.limit_usd === null ? { limitUsd: '', limitReset: 'monthly' } : toSpendForm(limit),
    fieldOf: spendFieldOf,
    send: async (typed) => {
      await onSave(spendSettings(typed))
      toast.success('Limit saved')
      onDone()
    },
  })
  return (
    <FormProvider {...form}>
      <DialogForm
        form={{ submit, formState: form.formState }}
        title="Spending limit"
        description={
          <span dir="auto" className="wrap-anywhere">
            {name}
          </span>
        }
        action="Save"
        onCancel={onDone}
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SpendLimitFields />
        </div>
      </DialogForm>
    </FormProvider>
  )
}

type InviteDialogProps = WindowProps & {
  /** Whether the caller may make owners. */
  isOwner: boolean
}

/** Invites by email or by a link, which is shown once. */
export function InviteDialog({ open, isOwner, onDone }: InviteDialogProps) {
  const [created, setCreated] = useState<NewInvitation>()
  const close = () => {
    onDone()
    setCreated(undefined)
  }
  return (
    <FormWindow open={open} onClose={close}>
      {created ? (
        <InvitationLink invitation={created} />
      ) : (
        <InviteForm isOwner={isOwner} onCreated={setCreated} onCancel={close} />
      )}
    </FormWindow>
  )
}

type InvitationSentProps = { invitation: NewInvitation | null; onDone: () => void }

/** An invitation that was sent again. */
export function InvitationSent({ invitation, onDone }: InvitationSentProps) {
  return (
    <FormWindow open={invitation !== null} onClose={onDone}>
      {invitation && <InvitationLink invitation={invitation} />}
    </FormWindow>
  )
}

function InvitationLink({ invitation: { email, role, url, is_mailed } }: { invitation: NewInvitation }) {
  return (
    <ShownOnce
      title={is_mailed ? 'Invitation sent' : 'Invitation created'}
      name={`${email ?? 'For whoever has the link'} · ${roleLabels[role]}`}
      value={url}
      what="link"
      testId="invitation-link"
      advice={`It works once, for 7 days${email === null ? ', for whoever opens it first' : ''}. ${is_mailed ? 'It was also sent by email.' : 'Send it to the person yourself.'}`}
    />
  )
}

const InviteFields = z.object({
  email: z.union([z.literal(''), typedEmail('Enter an email address, or nothing.')]),
  role: z.enum(inviteRoles),
})

type InviteFormProps = { isOwner: boolean; onCreated: (created: NewInvitation) => void; onCancel: () => void }

function InviteForm({ isOwner, onCreated, onCancel }: InviteFormProps) {
  const invite = useMutation(inviteMutation())
  const { register, control, submit, formState } = useApiForm({
    schema: InviteFields,
    defaultValues: { email: '', role: 'developer' },
    send: async ({ email, role }) => {
      onCreated(await invite.mutateAsync({ role, ...(email !== '' && { email }) }))
    },
  })
  const { field: role } = useController({ control, name: 'role' })
  const options = inviteRoles
    .filter((value) => isOwner || value !== 'owner')
    .map((value) => ({ value, label: roleLabels[value] }))
  return (
    <DialogForm
      form={{ submit, formState }}
      title="Invite a person"
      description="Only the person with this email can accept. Without an email you get a link that whoever has it can use once."
      action="Invite"
      onCancel={onCancel}
    >
      <FormText
        label="Email"
        hint="Optional"
        registration={register('email')}
        error={formState.errors.email?.message}
        type="email"
        autoComplete="off"
        placeholder="ann@example.com"
      />
      <OptionField label="Role" options={options} value={role.value} onValueChange={role.onChange} />
    </DialogForm>
  )
}

export function CreateOrganizationForm({ onDone }: { onDone: () => void }) {
  const create = useMutation(createOrganizationMutation())
  const change = useMutation(switchOrganizationMutation())
  const { register, submit, formState } = useApiForm({
    schema: z.object({ name: z.string().trim().min(1, 'Enter a name.').check(maxCharacters(100)) }),
    defaultValues: { name: '' },
    send: async ({ name }) => {
      const { id } = await create.mutateAsync({ name })
      await change.mutateAsync(id)
      window.location.assign(paths.organization)
    },
  })
  return (
    <DialogForm
      form={{ submit, formState }}
      title="New organization"
      description="It has its own balance, keys and members. You are its owner."
      action="Create organization"
      onCancel={onDone}
    >
      <FormText label="Name" registration={register('name')} error={formState.errors.name?.message} />
    </DialogForm>
  )
}

type DeleteFormProps = { name: string; profile: Profile; onDone: () => void }

export function DeleteOrganizationForm({ name, profile, onDone }: DeleteFormProps) {
  const deletion = useMutation(deleteOrganizationMutation())
  const { register, submit, formState } = useApiForm({
    schema: z.object({
      name: z.string().refine((typed) => typed.trim() === name, `Type ${name}.`),
      proof: profile.has_password ? currentPassword(profile) : TypedOwnEmail,
    }),
    defaultValues: { name: '', proof: '' },
    fieldOf: { current_password: 'proof', email: 'proof' },
    send: async ({ proof, ...body }) => {
      await deletion.mutateAsync({
        ...body,
        ...(profile.has_password ? { current_password: proof } : { email: proof }),
      })
      window.location.assign(paths.console)
    },
  })
  const { errors } = formState
  return (
    <DialogForm
      form={{ submit, formState }}
      title="Delete organization"
      description="Its keys stop working immediately, running tasks are cancelled, and its data is erased. Invoices and ledger entries are kept as required by law. This can’t be undone."
      action="Delete organization"
      variant="destructive"
      onCancel={onDone}
    >
      <Alert tone="warning">Members lose access. Unused credit is lost.</Alert>
      <FormText
        label="Name of the organization"
        hint={`Type ${name}`}
        autoComplete="off"
        registration={register('name')}
        error={errors.name?.message}
      />
      <Proof profile={profile} registration={register('proof')} error={errors.proof?.message} />
    </DialogForm>
  )
}
