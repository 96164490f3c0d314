'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import type { Profile } from '@/lib/identity/schema'
import { PasswordForm } from './password-form'
import { Setting } from './setting'

export function PasswordSetting({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState(false)
  if (profile.is_demo)
    return <Setting name="Password">Made at the first start for the demo account; demo.json has it.</Setting>
  return (
    <Setting name="Password" hint="Changing it ends every other session">
      <Button onClick={() => setOpen(true)}>
        {profile.has_password ? 'Change password' : 'Set a password'}
      </Button>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent aria-describedby={undefined} onInteractOutside={(event) => event.preventDefault()}>
          <PasswordForm profile={profile} onDone={() => setOpen(false)} />
        </DialogContent>
      </Dialog>
    </Setting>
  )
}
