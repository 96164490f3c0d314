/** Whether a task is still being worked on, or waits for it. */
export function isRunning({ status }: { status: string }): boolean {
  return status === 'queued' || status === 'processing'
}
