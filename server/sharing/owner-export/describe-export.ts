/** The README of an owner's export. */
export const describeExport = (site: string) => `Everything of yours on ${site}.

account.json    all that is stored about your account, as the file of 'Download my data'
listings.json   your listings: 'id' is their number here, 'form' their facts
listings.csv    the same facts, one listing a line; lists and hours are JSON in their cell
leads.csv       the conversations that customers began: received, listing, customer, phone, topic, source, label, first message and answer
reviews.json    the reviews of your listings that visitors see: stars, text, name, language, createdAt, reply, repliedAt
reviews.csv     the same
analytics.json  what was counted on each day of the past year, of listings whose analytics you can see now: views, impressions,
                websiteClicks, phoneClicks, mapClicks, shares, messages
analytics.csv   the same
pictures/       your pictures: the number of the listing, then that of the picture

The facts of a listing ('form') have the names of the API: title, businessName, description, categoryId, locationId, address, city,
zipCode, pin (lat, lng), phone, email, businessUrl, hours, specialHours, holidayNote, languages, tags, faq, review, socialMedia and
so on; /api/docs says what each may be. Empty ones are '', null or []. Conversations with all their messages are in account.json.

To import a listing again, send its 'form' as JSON to POST /api/ads; its pictures are uploaded to POST /api/photos first.

CSV files are UTF-8 with a heading. A cell that a spreadsheet would take for a formula begins with an apostrophe. Times are in UTC, days
are those of Los Angeles.
`;
