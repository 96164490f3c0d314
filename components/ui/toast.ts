import type { ExternalToast, toast as Toast } from 'sonner'

type Promised = Parameters<typeof Toast.promise>

/** sonner, and what shows its toasts. */
export const loadToasts = () => import('./toaster')

type Show = (message: string, options?: ExternalToast) => void

const show =
  (pick: (toast: typeof Toast) => Show): Show =>
  (message, options) =>
    void loadToasts().then(({ toast }) => pick(toast)(message, options))

/** Shows a toast. It is loaded on first use, so nothing is returned. */
export const toast = Object.assign(
  show((toast) => toast),
  {
    success: show(({ success }) => success),
    error: show(({ error }) => error),
    promise: (...given: Promised) => void loadToasts().then(({ toast }) => toast.promise(...given)),
  },
)
