import type { StepUp } from '#contract/admin/second-factor.ts';
import type { MutationFailure } from '#web/base/api/run-mutation.ts';

/** A password, code or signature that shows who somebody is. */
export type Evidence = StepUp['proof'];

/** Sends evidence; resolves to the failure, or to undefined on success. */
export type SendEvidence = (evidence: Evidence) => Promise<MutationFailure | undefined>;
