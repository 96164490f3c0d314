'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { errorsByField } from '@/components/forms/errors-by-field'
import { SubmitFooter } from '@/components/forms/submit-footer'
import { TextField } from '@/components/forms/text-field'
import { PasswordOwner } from '@/components/identity/password-owner'
import { Alert } from '@/components/ui/alert'
import { DialogBody, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { changePasswordMutation } from '@/lib/identity/queries'
import { type ChangePasswordRequest, PASSWORD_MIN_LENGTH, type Profile } from '@/lib/identity/schema'
import { OwnPasswordField } from './own-password-field'

type PasswordFormProps = { profile: Profile; onDone: () => void }

export function PasswordForm({ profile, onDone }: PasswordFormProps) {
  const [present, setPresent] = useState('')
  const [next, setNext] = useState('')
  const { change, save } = usePasswordChange(onDone)
  const errors = errorsByField(change.error, ['current_password', 'new_password'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save({ ...(profile.has_password && { current_password: present }), new_password: next })
  }
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogHeader>
        <DialogTitle>{profile.has_password ? 'Change password' : 'Set a password'}</DialogTitle>
      </DialogHeader>
      <DialogBody>
        {profile.has_password ? (
          <OwnPasswordField
            label="Present password"
            email={profile.email}
            error={errors.at.current_password}
            value={present}
            onChange={setPresent}
          />
        ) : (
          <PasswordOwner email={profile.email} />
        )}
        <TextField
          label="New password"
          hint={`${PASSWORD_MIN_LENGTH} characters or more`}
          error={errors.at.new_password}
          type="password"
          autoComplete="new-password"
          value={next}
          onChange={setNext}
        />
        {errors.other && <Alert tone="danger">{errors.other}</Alert>}
      </DialogBody>
      <SubmitFooter
        onCancel={onDone}
        disabled={next === '' || (profile.has_password && present === '')}
        loading={change.isPending}
      >
        Save password
      </SubmitFooter>
    </form>
  )
}

function usePasswordChange(onDone: () => void) {
  const change = useMutation(changePasswordMutation())
  function save(passwords: ChangePasswordRequest): void {
    change.mutate(passwords, {
      onSuccess: () => {
        toast.success('Password saved', { description: 'Every other session has ended.' })
        onDone()
      },
    })
  }
  return { change, save }
}
