'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { errorsByField } from '@/components/forms/errors-by-field'
import { SubmitFooter } from '@/components/forms/submit-footer'
import { TextField } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import { DialogBody, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { changeEmailMutation } from '@/lib/identity/queries'
import type { ChangeEmailRequest, Profile } from '@/lib/identity/schema'
import { OwnPasswordField } from './own-password-field'

type EmailFormProps = { profile: Profile; sendsMail: boolean; onDone: () => void }

export function EmailForm({ profile, sendsMail, onDone }: EmailFormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { change, save } = useEmailChange(sendsMail, onDone)
  const errors = errorsByField(change.error, ['email', 'current_password'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save({ email, ...(profile.has_password && { current_password: password }) })
  }
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogHeader>
        <DialogTitle>Change email</DialogTitle>
        <DialogDescription>
          {sendsMail
            ? 'A link goes to the new email. Until it is confirmed there, everything stays as it is.'
            : 'You sign in with the new email from then on.'}
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        <TextField
          label="New email"
          error={errors.at.email}
          type="email"
          autoComplete="off"
          placeholder="you@example.com"
          value={email}
          onChange={setEmail}
        />
        {profile.has_password && (
          <OwnPasswordField
            label="Your password"
            email={profile.email}
            error={errors.at.current_password}
            value={password}
            onChange={setPassword}
          />
        )}
        {errors.other && <Alert tone="danger">{errors.other}</Alert>}
      </DialogBody>
      <SubmitFooter
        onCancel={onDone}
        disabled={email.trim() === '' || (profile.has_password && password === '')}
        loading={change.isPending}
      >
        {sendsMail ? 'Mail the link' : 'Change email'}
      </SubmitFooter>
    </form>
  )
}

function useEmailChange(sendsMail: boolean, onDone: () => void) {
  const router = useRouter()
  const change = useMutation(changeEmailMutation())
  function save(request: ChangeEmailRequest): void {
    change.mutate(request, {
      onSuccess: ({ email, pending_email }) => {
        if (sendsMail && pending_email !== null)
          toast.success('Look into the mail of the new address', { description: pending_email })
        else toast.success('Email changed', { description: email })
        router.refresh() // the account menu is drawn by the server
        onDone()
      },
    })
  }
  return { change, save }
}
