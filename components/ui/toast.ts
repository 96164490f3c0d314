import type { ExternalToast, toast as Toast } from 'sonner'

type Promised = Parameters<typeof Toast.promise>

type Show = (message: string, options?: ExternalToast) => void

const show =
  (pick: (toast: typeof Toast) => Show): Show =>
  (message, options) =>
    void import('sonner').then(({ toast }) => pick(toast)(message, options))

/** Shows a toast. sonner is loaded on first use, so nothing is returned. */
export const toast = Object.assign(
  show((toast) => toast),
  {
    success: show(({ success }) => success),
    error: show(({ error }) => error),
    promise: (...given: Promised) => void import('sonner').then(({ toast }) => toast.promise(...given)),
  },
)
