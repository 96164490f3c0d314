'use client'

import { useFormState } from 'react-hook-form'
import { Alert } from '@/components/ui/alert'

/** What went wrong with the form as a whole. */
export function FormError() {
  const { errors } = useFormState()
  if (!errors.root?.message) return null
  return <Alert tone="danger">{errors.root.message}</Alert>
}
