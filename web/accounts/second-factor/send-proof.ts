import type { StepUp } from '#contract/admin/second-factor.ts';
import type { MutationFailure } from '#web/base/api/run-mutation.ts';

/** The proof of one of the methods. */
export type Proof = StepUp['proof'];

/** Sends a proof; resolves to the failure, or to undefined on success. */
export type SendProof = (proof: Proof) => Promise<MutationFailure | undefined>;
