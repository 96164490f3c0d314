import type { ExternalToast, toast as Toast } from 'sonner'

type Promised = Parameters<typeof Toast.promise>

type Say = (message: string, options?: ExternalToast) => void

const say =
  (pick: (toast: typeof Toast) => Say): Say =>
  (message, options) =>
    void import('sonner').then(({ toast }) => pick(toast)(message, options))

/** Short news at the edge of the screen. What shows it (Toaster) is fetched after the page, so nothing is given back. */
export const toast = Object.assign(
  say((toast) => toast),
  {
    success: say(({ success }) => success),
    error: say(({ error }) => error),
    promise: (...given: Promised) => void import('sonner').then(({ toast }) => toast.promise(...given)),
  },
)
