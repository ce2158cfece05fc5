import type { SiteInfo } from '../accounts/emails.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** What changes of the staff depend on. */
export interface StaffDeps {
  jobs: Pick<Jobs, 'enqueueEmail'>;
  site: SiteInfo;
}
