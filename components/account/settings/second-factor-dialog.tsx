'use client'

import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { z } from 'zod'
import { DialogForm, FormWindow } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { QrCode } from '@/components/ui/qr-code'
import { ShownOnce } from '@/components/ui/shown-once'
import { toast } from '@/components/ui/toast'
import {
  beginSecondFactorMutation,
  confirmSecondFactorMutation,
  replaceRecoveryCodesMutation,
  turnOffSecondFactorMutation,
} from '@/lib/account/identity/queries'
import type { PendingSecondFactor, Profile } from '@/lib/account/identity/schema'
import { CurrentPasswordField, currentPassword } from './account-dialogs'

type StepProps = { profile: Profile; onDone: () => void }

export type SecondFactorAction = 'switch' | 'codes'

type SecondFactorDialogProps = StepProps & { opened: SecondFactorAction | null }

/** Turns two-factor authentication on or off, or makes new recovery codes. */
export function SecondFactorDialog({ opened, profile, onDone }: SecondFactorDialogProps) {
  return (
    <FormWindow open={opened !== null} onClose={onDone}>
      {opened === 'switch' && <Switch profile={profile} onDone={onDone} />}
      {opened === 'codes' && <NewRecoveryCodes onDone={onDone} />}
    </FormWindow>
  )
}

/** On: password, then the app, then the recovery codes. Off: a code. Decided by the state when it was opened. */
function Switch({ profile, onDone }: StepProps) {
  const [wasOn] = useState(profile.second_factor !== null)
  const [pending, setPending] = useState<PendingSecondFactor>()
  const [codes, setCodes] = useState<string[]>()
  if (wasOn) return <TurnOff onDone={onDone} />
  if (codes) return <Codes name="Two-factor authentication is on" codes={codes} />
  if (pending) return <Confirm pending={pending} onCodes={setCodes} onDone={onDone} />
  return <Begin profile={profile} onPending={setPending} onDone={onDone} />
}

function Codes({ name, codes }: { name: string; codes: string[] }) {
  return (
    <ShownOnce
      title="Recovery codes"
      name={name}
      value={codes.join('\n')}
      what="codes"
      testId="recovery-codes"
      advice="Store them where you can reach them without your phone. Each works once in place of a code."
    />
  )
}

function Begin({
  profile,
  onDone,
  onPending,
}: StepProps & { onPending: (pending: PendingSecondFactor) => void }) {
  const begin = useMutation(beginSecondFactorMutation())
  const form = useApiForm({
    schema: z.object({ current_password: currentPassword(profile) }),
    defaultValues: { current_password: '' },
    send: async (body) => onPending(await begin.mutateAsync(body)),
  })
  return (
    <DialogForm
      form={form}
      title="Turn on two-factor authentication"
      description="Every sign-in will also require a code, by password or another service."
      action="Continue"
      onCancel={onDone}
    >
      <CurrentPasswordField
        label="Your password"
        email={profile.email}
        registration={form.register('current_password')}
        error={form.formState.errors.current_password?.message}
      />
    </DialogForm>
  )
}

type ConfirmProps = {
  pending: PendingSecondFactor
  onCodes: (codes: string[]) => void
  onDone: () => void
}

function Confirm({ pending, onCodes, onDone }: ConfirmProps) {
  const confirm = useMutation(confirmSecondFactorMutation())
  const form = useCodeForm(async (code) => onCodes((await confirm.mutateAsync(code)).recovery_codes))
  return (
    <DialogForm
      form={form}
      title="Scan this with your authenticator app"
      description="Then enter the code it shows."
      action="Turn on"
      onCancel={onDone}
    >
      <div className="flex justify-center">
        <QrCode text={pending.uri} label="QR code for your authenticator app" />
      </div>
      <p className="text-xs text-faint-foreground">
        Can’t scan it? Enter this key in the app:{' '}
        <code className="font-mono break-all text-foreground select-all" data-testid="totp-secret">
          {pending.secret}
        </code>
      </p>
      <CodeField registration={form.register('code')} error={form.formState.errors.code?.message} />
    </DialogForm>
  )
}

type DoneProps = Pick<StepProps, 'onDone'>

function NewRecoveryCodes({ onDone }: DoneProps) {
  const [codes, setCodes] = useState<string[]>()
  const replace = useMutation(replaceRecoveryCodesMutation())
  if (codes) return <Codes name="Your old codes no longer work" codes={codes} />
  return (
    <ByCode
      title="New recovery codes"
      description="They replace your current codes. Enter a code from your app or a recovery code."
      action="Generate new codes"
      send={async (code) => setCodes((await replace.mutateAsync(code)).recovery_codes)}
      onCancel={onDone}
    />
  )
}

function TurnOff({ onDone }: DoneProps) {
  const turnOff = useMutation(turnOffSecondFactorMutation())
  return (
    <ByCode
      title="Turn off two-factor authentication?"
      description="You will sign in with only your password or another service. Enter a code from your app or a recovery code."
      action="Turn off"
      variant="destructive"
      send={async (code) => {
        await turnOff.mutateAsync(code)
        toast.success('Two-factor authentication is off')
        onDone()
      }}
      onCancel={onDone}
    />
  )
}

type ByCodeProps = Omit<ComponentProps<typeof DialogForm>, 'form' | 'children'> & {
  send: (code: string) => Promise<unknown>
}

/** A change that requires a code. */
function ByCode({ send, ...dialog }: ByCodeProps) {
  const form = useCodeForm(send)
  return (
    <DialogForm form={form} {...dialog}>
      <CodeField registration={form.register('code')} error={form.formState.errors.code?.message} />
    </DialogForm>
  )
}

function useCodeForm(send: (code: string) => Promise<unknown>) {
  return useApiForm({
    schema: z.object({ code: z.string().trim().min(6, 'Enter the code.') }),
    defaultValues: { code: '' },
    otherwise: 'code',
    send: ({ code }) => send(code),
  })
}

type CodeFieldProps = Pick<Parameters<typeof FormText>[0], 'registration' | 'error'>

function CodeField(props: CodeFieldProps) {
  return (
    <FormText {...props} label="Code" autoComplete="one-time-code" inputMode="text" className="figures" />
  )
}
