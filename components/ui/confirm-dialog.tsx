'use client'

import type { ConfirmDialogProps } from './confirm-window'
import { whenOpened } from './when-opened'

export const ConfirmDialog = whenOpened<ConfirmDialogProps>(
  () => import('./confirm-window').then((module) => module.ConfirmWindow),
  ({ open }) => open,
)
