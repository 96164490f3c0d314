// What has to be undone when we are told to stop, newest first.
const tasks = []
let stopping = false

export const isStopping = () => stopping

/** Remembers `task` for the end; returns a function that forgets it again. */
export function onStop(task) {
  tasks.push(task)
  return () => {
    const index = tasks.indexOf(task)
    if (index >= 0) tasks.splice(index, 1)
  }
}

/** Undoes everything, each task even when another one failed. */
export async function stopAll() {
  stopping = true
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    try {
      await task()
    } catch (error) {
      console.error(error.message)
    }
  }
}
