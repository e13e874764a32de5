CREATE TABLE "setup_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"device_id" text,
	"outcome" text
);
--> statement-breakpoint
ALTER TABLE "setup_codes" ADD CONSTRAINT "setup_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "setup_codes_account_id" ON "setup_codes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "setup_codes_expires_at" ON "setup_codes" USING btree ("expires_at");