/** Asks the user again who they are; resolves to whether they proved it. */
export let requestStepUp = async (): Promise<boolean> => false;

/** Sets what asks: only pages whose changes need it download that. */
export function setStepUp(stepUp: () => Promise<boolean>): void {
  requestStepUp = stepUp;
}
